import type { JsonObject } from '#api/json.ts'

/*
 * The manifests of the sample: a small book shop in the namespace `shop`, and what is left of its rehearsal in `staging`.
 */

type Manifest = JsonObject & { readonly metadata: JsonObject & { readonly name: string } }

const labels = (app: string, tier: string): JsonObject => ({ app, tier, 'app.orch.io/part-of': 'bookshop' })

export const namespaces: readonly Manifest[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'storefront' } } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'staging', labels: { team: 'storefront' } } },
]

export const webSettings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web-settings', namespace: 'shop', labels: labels('web', 'front') },
  data: {
    'banner.txt': 'Summer reading: three for two',
    'settings.yaml': 'currency: EUR\nfreeShippingFrom: 40\nlanguages: [de, en, fr]\n',
  },
}

/** Copies in stock, which `stock-bot` keeps counting. */
export const stock: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'stock', namespace: 'shop', labels: labels('inventory', 'data') },
  data: { dune: '42', emma: '14', middlemarch: '7', ulysses: '3', walden: '21' },
}

export const sessionSecret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'web-session', namespace: 'shop', labels: labels('web', 'front') },
  type: 'Opaque',
  data: { 'cookie-key': 'bm90LWEtcmVhbC1zZWNyZXQ=' },
}

export const paymentSecret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'payments', namespace: 'shop', labels: labels('cart', 'middle') },
  type: 'Opaque',
  data: { 'api-token': 'dGVzdC0wMDAwLTAwMDA=' },
}

export const webAccount: Manifest = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'web', namespace: 'shop', labels: labels('web', 'front') },
}

const service = (name: string, tier: string, port: number): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop', labels: labels(name, tier) },
  spec: { selector: { app: name }, ports: [{ name: 'http', port, targetPort: 8080 }] },
})

export const services: readonly Manifest[] = [
  service('web', 'front', 80),
  service('search', 'middle', 9200),
  service('cart', 'middle', 8000),
]

interface DeploymentText {
  readonly name: string
  readonly tier: string
  readonly image: string
  readonly replicas: number
  readonly memory: string
  readonly env: readonly JsonObject[]
}

const deployment = ({ name, tier, image, replicas, memory, env }: DeploymentText): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop', labels: labels(name, tier) },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: labels(name, tier) },
      spec: {
        containers: [
          {
            name,
            image,
            ports: [{ name: 'http', containerPort: 8080 }],
            env: [...env],
            resources: { requests: { cpu: '100m', memory } },
            readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
          },
        ],
      },
    },
  },
})

export const deployments: readonly Manifest[] = [
  deployment({
    name: 'web',
    tier: 'front',
    image: 'bookshop/web:2.3.9',
    replicas: 2,
    memory: '128Mi',
    env: [{ name: 'BANNER', value: 'Summer' }],
  }),
  deployment({
    name: 'search',
    tier: 'middle',
    image: 'bookshop/search:1.8.0',
    replicas: 1,
    memory: '512Mi',
    env: [{ name: 'INDEX', value: '/var/index' }],
  }),
  deployment({
    name: 'cart',
    tier: 'middle',
    image: 'bookshop/cart:4.0.2',
    replicas: 2,
    memory: '256Mi',
    env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'payments', key: 'api-token' } } }],
  }),
]

export const searchAutoscaler: Manifest = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'search', namespace: 'shop', labels: labels('search', 'middle') },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'search' },
    minReplicas: 1,
    maxReplicas: 4,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
  },
}

export const webBudget: Manifest = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', namespace: 'shop', labels: labels('web', 'front') },
  spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
}

export const shopIngress: Manifest = {
  apiVersion: 'networking.orch.io/v1',
  kind: 'Ingress',
  metadata: { name: 'shop', namespace: 'shop', labels: labels('web', 'front') },
  spec: {
    rules: [
      {
        host: 'bookshop.example',
        http: {
          paths: [
            { path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { name: 'http' } } } },
            { path: '/search', pathType: 'Prefix', backend: { service: { name: 'search', port: { name: 'http' } } } },
          ],
        },
      },
    ],
  },
}

const cronJob = (name: string, schedule: string, image: string): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name, namespace: 'shop', labels: labels(name, 'batch') },
  spec: {
    schedule,
    concurrencyPolicy: 'Forbid',
    jobTemplate: {
      spec: { template: { spec: { restartPolicy: 'OnFailure', containers: [{ name, image }] } } },
    },
  },
})

export const cronJobs: readonly Manifest[] = [
  cronJob('nightly-ledger', '15 2 * * *', 'bookshop/ledger:1.1.0'),
  cronJob('restock', '*/30 * * * *', 'bookshop/stock:0.9.4'),
]

/** Will be deleted, and stays until both holders have let go. */
export const heldLedger: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'ledger',
    namespace: 'staging',
    labels: labels('ledger', 'data'),
    finalizers: ['shop.example/release-ip', 'shop.example/export-ledger'],
  },
  data: { 'ledger.csv': 'date,book,copies\n2026-11-20,dune,3\n2026-11-20,emma,1\n' },
}

export const rehearsalSettings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web-settings', namespace: 'staging', labels: labels('web', 'front') },
  data: { 'banner.txt': 'Rehearsal, please ignore' },
}
