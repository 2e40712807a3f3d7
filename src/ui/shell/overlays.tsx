import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { Palette } from '#ui/keyboard/palette.tsx'
import { useLab } from '#ui/lab/use-lab.ts'

const KeysSheet = lazy(() => import('./keys-and-legend.tsx').then((part) => ({ default: part.KeysAndLegend })))
const DeleteSheet = lazy(() =>
  import('#ui/parts/delete/delete-sheet.tsx').then((part) => ({ default: part.DeleteSheet })),
)
const ExpireSheet = lazy(() => import('./expire-sheet.tsx').then((part) => ({ default: part.ExpireSheet })))
const ResetSheet = lazy(() => import('./reset-sheet.tsx').then((part) => ({ default: part.ResetSheet })))

const sheets: Readonly<Record<string, typeof ResetSheet>> = {
  delete: DeleteSheet,
  expire: ExpireSheet,
  keys: KeysSheet,
  reset: ResetSheet,
}

/** Dialogs over the page, one at a time. */
export function Overlays() {
  const { overlay, parts } = useLab()
  const open = useStore(overlay, (state) => state.open)
  const close = () => overlay.close()
  if (open === null) return null
  if (open === 'palette') return <Palette onClose={close} />
  const Own = Object.hasOwn(sheets, open) ? sheets[open] : undefined
  if (Own !== undefined) {
    return (
      <Suspense fallback={null}>
        <Own onClose={close} />
      </Suspense>
    )
  }
  const sheet = parts.sheets.find(({ id }) => id === open)
  return sheet === undefined ? null : <sheet.Body close={close} />
}
