import { useStore } from 'zustand'
import { IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'

/** Opens the sheet of samples; disabled in the past, which cannot be written. */
export function CreateMenu() {
  const lab = useLab()
  const isPast = useStore(lab.cursor, (state) => state.at !== null)
  return (
    <IconButton
      icon="plus"
      size="small"
      label={isPast ? 'Create (return to Live first)' : 'Create from sample'}
      disabled={isPast}
      onClick={() => lab.overlay.open('create')}
    />
  )
}
