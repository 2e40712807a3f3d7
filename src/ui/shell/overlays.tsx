import { Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { later, lazily } from '#ui/kit/later.tsx'

const Palette = later(async () => (await import('./palette/page-palette.tsx')).PagePalette)
const KeysSheet = lazily(async () => (await import('./keys-and-legend.tsx')).KeysAndLegend)
const DeleteSheet = lazily(async () => (await import('#ui/parts/delete/delete-sheet.tsx')).DeleteSheet)
const ExpireSheet = lazily(async () => (await import('./expire-sheet.tsx')).ExpireSheet)
const ResetSheet = lazily(async () => (await import('./reset-sheet.tsx')).ResetSheet)

const sheets: Readonly<Record<string, typeof ResetSheet>> = {
  delete: DeleteSheet,
  expire: ExpireSheet,
  keys: KeysSheet,
  reset: ResetSheet,
}

/** Dialogs over the page, one at a time. One that fails can be closed, and does not stand in the way of the next. */
export function Overlays() {
  const { overlay } = useLab()
  const open = useStore(overlay, (state) => state.open)
  const close = () => overlay.close()
  // Before it is asked for: what is typed after Ctrl K must not be lost. One that fails is loaded again then.
  useEffect(() => void Palette.preload().catch(() => undefined), [])
  if (open === null) return null
  return (
    <PanelBoundary key={open} name="The sheet" onClose={close}>
      <Overlay open={open} close={close} />
    </PanelBoundary>
  )
}

function Overlay({ open, close }: { readonly open: string; readonly close: () => void }) {
  const { parts } = useLab()
  if (open === 'palette') return <Palette />
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
