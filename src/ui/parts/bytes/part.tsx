import { benchPanel } from '#ui/lab/bench-panel.tsx'
import type { WorkPanel } from '#ui/lab/part.ts'

/** The work tab with the selected object in each form, byte by byte. [BY3] */
export const bytesPanel: WorkPanel = benchPanel({
  id: 'bytes',
  title: 'Bytes',
  command: 'Bytes: the object as JSON, YAML, protobuf and Table',
  load: async () => {
    const [{ BytesBody }, { BytesTools }] = await Promise.all([import('./bytes-body.tsx'), import('./bytes-tools.tsx')])
    return { Body: BytesBody, Tools: BytesTools }
  },
})
