import type { ReactNode } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { type FileId, fileOf } from '#ui/rooms/config/state/files.ts'
import { MintButton } from './mint-token.tsx'
import { TryDecision } from './try-decision.tsx'
import { TryRoute } from './try-route.tsx'
import { TrySampling } from './try-sampling.tsx'
import { TryToken } from './try-token.tsx'
import { useRoom, useRoomState, useTryState } from '#ui/rooms/config/state/use-room.ts'
import styles from './try.module.css'

const bodies: Readonly<Record<FileId, () => ReactNode>> = {
  authentication: TryToken,
  authorization: TryDecision,
  egress: TryRoute,
  tracing: TrySampling,
}

/** Try it: an input for the open file, and its results with the draft and with the running file. */
export function TryPanel() {
  const { store } = useRoom()
  const file = useRoomState((state) => state.file)
  const drawer = useRoomState((state) => state.drawer)
  const isTrying = useTryState((state) => state.isTrying)
  const Body = bodies[file]
  return (
    <aside
      className={styles.try}
      aria-label="Try it"
      data-region="inspector"
      data-open={drawer === 'try' ? '' : undefined}
      aria-busy={isTrying}
    >
      <div className={styles.head}>
        <h2>Try it</h2>
        <span>{fileOf(file).trial}</span>
        {file === 'authentication' && <MintButton />}
        {drawer === 'try' && <IconButton icon="x" size="small" label="Close" onClick={() => store.closeDrawer()} />}
      </div>
      <Body />
    </aside>
  )
}
