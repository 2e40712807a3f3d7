import { Suspense } from 'react'
import { lazily } from '#ui/kit/later.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import type { SheetPanel } from '#ui/lab/part.ts'
import { exportAll } from './export-all.ts'
import styles from './import.module.css'

const Body = lazily(async () => (await import('./import-body.tsx')).ImportBody)

/** The sheet that imports manifests. */
export const importSheet: SheetPanel = {
  id: 'import',
  title: 'Import',
  commands: [
    {
      id: 'import',
      section: 'Objects',
      title: 'Import manifests',
      keys: [],
      icon: 'drop',
      run: (lab) => lab.overlay.open('import'),
    },
    {
      id: 'export',
      section: 'Objects',
      title: 'Export all as YAML',
      keys: [],
      icon: 'file',
      note: (lab) => `as of ${lab.cursor.getState().at ?? lab.cluster.getState().published}`,
      run: exportAll,
    },
  ],
  Body: ({ close }) => (
    <Sheet label="Import" className={styles.place} onClose={close}>
      <Suspense fallback={null}>
        <Body close={close} />
      </Suspense>
    </Sheet>
  ),
}
