import { memo } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { useHasClusters } from '#ui/parts/clusters/part.tsx'

/** Opens the sheet of samples. In the past it is disabled where no branch can be made. */
export const CreateMenu = memo(function CreateMenu() {
  const lab = useLab()
  const canBranch = useHasClusters(lab)
  const isPast = useStore(lab.cursor, (state) => state.at !== null) && !canBranch
  return (
    <IconButton
      icon="plus"
      size="small"
      label={isPast ? 'Create (return to Live first)' : 'Create from sample'}
      disabled={isPast}
      onClick={() => lab.overlay.open('create')}
    />
  )
})
