import { KeysSheet } from '#ui/keyboard/keys-sheet.tsx'
import { RailLegend } from '#ui/rail/rail-legend.tsx'

/** The keyboard sheet with the legend of the rail. */
export const KeysAndLegend = ({ onClose }: { readonly onClose: () => void }) => (
  <KeysSheet legend={<RailLegend />} onClose={onClose} />
)
