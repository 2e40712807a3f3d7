import { attempt } from '#ui/lab/actions.ts'
import { downloadText } from '#ui/kit/copy-text.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'

/** Downloads all objects as of the cursor as one YAML file. [IM5] */
export function exportAll(lab: Lab): void {
  const { at } = lab.cursor.getState()
  const name = currentCluster() === '' ? 'bookshop' : currentCluster()
  const revision = at ?? lab.cluster.getState().published
  const save = async (): Promise<void> => {
    const { exportText } = await import('./export.ts')
    downloadText(exportText(lab.view.getState()), `${name}-${revision}.yaml`, 'application/yaml')
  }
  void attempt(lab, save())
}
