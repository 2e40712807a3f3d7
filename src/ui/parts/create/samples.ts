import type { JsonObject } from '#api/json.ts'

/** A small object of one kind that a fresh cluster accepts as it is. */
export interface Sample {
  readonly kind: string
  readonly group: string
  /** What it is good for, in words. */
  readonly words: string
  /** Path of its collection; `NS` is the namespace. */
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

/** Kinds that are worth a first try, one of each. */
export const samples: readonly Sample[] = [
  sample('ConfigMap', '/api/v1/namespaces/NS/configmaps', 'two values', () => ({
    data: { colour: 'green', size: '3' },
  })),
  sample('Secret', '/api/v1/namespaces/NS/secrets', 'one value, kept in the tab', () => ({
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

/** A name that nobody has: `config-map-1`, `-2` and so on. */
export function freeName(kind: string, taken: ReadonlySet<string>): string {
  const stem = kind.replace(/(?<=[a-z])([A-Z])/g, '-$1').toLowerCase()
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}`
    if (!taken.has(name)) return name
  }
}
