import type { JsonObject } from '#api/json.ts'
import { labels, type Manifest } from './manifest.ts'

const service = (name: string, tier: string, port: number): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'shop', labels: labels(name, tier) },
  spec: { selector: { app: name }, ports: [{ name: 'http', port, targetPort: 8080 }] },
})

export const services: readonly Manifest[] = [service('web', 'front', 80), service('search', 'middle', 9200)]

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
            ...(env.length === 0 ? {} : { env: [...env] }),
            resources: { requests: { cpu: '100m', memory } },
            readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
          },
        ],
      },
    },
  },
})

/** Returns the Deployment `web` with another image, as alice applies it. */
export const web = (image: string): Manifest =>
  deployment({
    name: 'web',
    tier: 'front',
    image,
    replicas: 2,
    memory: '128Mi',
    env: [{ name: 'BANNER', value: 'Summer' }],
  })

/** Returns `web` without the value that another manager owns by then: the text of the banner is bob's, and stays. */
export function webWithoutBanner(image: string): Manifest {
  return deployment({ name: 'web', tier: 'front', image, replicas: 2, memory: '128Mi', env: [{ name: 'BANNER' }] })
}

export const search: Manifest = deployment({
  name: 'search',
  tier: 'middle',
  image: 'bookshop/search:1.8.0',
  replicas: 1,
  memory: '512Mi',
  env: [{ name: 'INDEX', value: '/var/index' }],
})

export const cart: Manifest = deployment({
  name: 'cart',
  tier: 'middle',
  image: 'bookshop/cart:4.0.2',
  replicas: 2,
  memory: '256Mi',
  env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'payments', key: 'api-token' } } }],
})

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
