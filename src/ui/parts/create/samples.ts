import type { JsonObject } from '#api/json.ts'

/** A small object of one kind that a new cluster accepts unchanged. */
export interface Sample {
  readonly kind: string
  readonly group: string
  /** A short description of its purpose. */
  readonly words: string
  /** Path of its collection; `NS` is replaced by the namespace. */
  readonly path: string
  readonly object: (name: string) => JsonObject
}

const pod = (name: string): JsonObject => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'bookshop/web:2.4.1' }] },
})

const sample = (kind: string, path: string, words: string, body: (name: string) => JsonObject): Sample => {
  const [, root = '', first = '', second = ''] = path.split('/')
  const apiVersion = root === 'api' ? first : `${first}/${second}`
  return {
    kind,
    group: root === 'api' ? '' : first,
    words,
    path,
    object: (name) => ({ apiVersion, kind, metadata: { name }, ...body(name) }),
  }
}

/** One sample for each kind that is useful for a first try. */
export const samples: readonly Sample[] = [
  sample('ConfigMap', '/api/v1/namespaces/NS/configmaps', 'two values', () => ({
    data: { colour: 'green', size: '3' },
  })),
  sample('Secret', '/api/v1/namespaces/NS/secrets', 'one value', () => ({
    type: 'Opaque',
    stringData: { token: 'change-me' },
  })),
  sample('Deployment', '/apis/apps/v1/namespaces/NS/deployments', 'two replicas', (name) => ({
    spec: { replicas: 2, selector: { matchLabels: { app: name } }, template: pod(name) },
  })),
  sample('Service', '/api/v1/namespaces/NS/services', 'port 80, gets an address', (name) => ({
    spec: { selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }] },
  })),
  sample('CronJob', '/apis/batch/v1/namespaces/NS/cronjobs', 'every hour', (name) => ({
    spec: {
      schedule: '0 * * * *',
      jobTemplate: {
        spec: {
          template: {
            ...pod(name),
            spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'bookshop/tools:1' }] },
          },
        },
      },
    },
  })),
  sample('Pod', '/api/v1/namespaces/NS/pods', 'one container', (name) => pod(name)),
  sample('Namespace', '/api/v1/namespaces', 'empty', () => ({})),
]

/** Returns the first unused name: `config-map-1`, `config-map-2`, ... */
export function freeName(kind: string, taken: ReadonlySet<string>): string {
  const stem = kind.replace(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}`
    if (!taken.has(name)) return name
  }
}
