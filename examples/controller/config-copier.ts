// A controller as one writes it for a cluster: it copies ConfigMaps with the label `copy-to` into that namespace.
import { CoreV1Api, type KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node'

const LABEL = 'copy-to'

/** Starts the controller; returns a function that stops it. */
export async function startConfigCopier(config: KubeConfig): Promise<() => Promise<void>> {
  const core = config.makeApiClient(CoreV1Api)
  const informer = makeInformer(
    config,
    '/api/v1/configmaps',
    () => core.listConfigMapForAllNamespaces({ labelSelector: LABEL }),
    LABEL,
  )
  const copy = async ({ metadata, data }: V1ConfigMap): Promise<void> => {
    const namespace = metadata?.labels?.[LABEL] ?? ''
    const name = metadata?.name ?? ''
    const body = { metadata: { name }, ...(data === undefined ? {} : { data }) }
    try {
      await core.createNamespacedConfigMap({ namespace, body })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 409)) throw error
      await core.replaceNamespacedConfigMap({ namespace, name, body })
    }
  }
  const failed = (error: unknown): void => console.error('the controller failed:', error)
  informer.on('error', failed)
  for (const change of ['add', 'update'] as const) informer.on(change, (object) => void copy(object).catch(failed))
  await informer.start()
  return () => informer.stop()
}
