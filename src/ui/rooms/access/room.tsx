import { useNarrow } from '#ui/kit/use-narrow.ts'
import type { RoomView } from '#ui/lab/room.ts'
import { roomCommands } from './state/commands.ts'
import { DecisionPanel } from './decision/decision-panel.tsx'
import { MintSheet } from './identities/mint-sheet.tsx'
import { IdentitiesPanel } from './identities/identities-panel.tsx'
import { SidePanel } from './side-panel.tsx'
import { useAccessState, useFollowing } from './state/use-access.ts'
import styles from './room.module.css'

/** Three columns, of which narrow pages show fewer: identities, the decision on one request, who can do what. */
function Body() {
  useFollowing()
  const isMiddle = useNarrow(1179)
  const isMinting = useAccessState((state) => state.isMinting)
  return (
    <div className={styles.room} data-testid="access-room">
      {!isMiddle && (
        <section className={styles.identities} aria-label="Identities" data-region="objects">
          <IdentitiesPanel />
        </section>
      )}
      <main id="work" tabIndex={-1} className={styles.work} aria-label="Decision" data-region="work">
        <DecisionPanel />
      </main>
      <section className={styles.side} aria-label="Who can, and the world" data-region="inspector">
        <SidePanel withIdentities={isMiddle} />
      </section>
      {isMinting && <MintSheet />}
    </div>
  )
}

export const accessRoom: RoomView = { Body, commands: roomCommands }
