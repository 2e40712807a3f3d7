import { useStore } from 'zustand'
import { KeysSheet } from '../keyboard/keys-sheet.tsx'
import { Palette } from '../keyboard/palette.tsx'
import { useLab } from '../use-lab.ts'
import { ResetSheet } from './reset-sheet.tsx'

/** What floats over the page, one at a time. */
export function Overlays() {
  const { overlay, parts } = useLab()
  const open = useStore(overlay, (state) => state.open)
  const close = () => overlay.setState({ open: null })
  if (open === null) return null
  if (open === 'palette') return <Palette onClose={close} />
  if (open === 'keys') return <KeysSheet onClose={close} />
  if (open === 'reset') return <ResetSheet onClose={close} />
  const sheet = parts.sheets.find(({ id }) => id === open)
  return sheet === undefined ? null : <sheet.Body close={close} />
}
