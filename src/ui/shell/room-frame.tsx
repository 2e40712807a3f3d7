import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { forgetFailedLoads } from '#ui/kit/later.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { PanelBoundary } from '#ui/kit/panel-boundary.tsx'
import styles from './shell.module.css'

/** The open room, between the notices and the rail. Shows a message while it is loading or when loading failed. */
export function RoomFrame({ id }: { readonly id: string }) {
  const { parts, rooms, goTo } = useLab()
  const view = useStore(rooms, (state) => state.views[id])
  const failure = useStore(rooms, (state) => state.failure)
  const title = parts.rooms.find((room) => room.id === id)?.title ?? id
  if (view !== undefined) {
    return (
      <div className={styles.room} data-place="room">
        <PanelBoundary key={id} name={`The room ${title}`}>
          <view.Body />
        </PanelBoundary>
      </div>
    )
  }
  return (
    <div className={styles.room} data-place="room">
      <main id="work" tabIndex={-1} className={styles.opening} aria-label={title} data-region="work">
        {failure === '' ? (
          <p role="status">Opening {title}…</p>
        ) : (
          <div role="alert">
            <p>
              <b>{title} could not be opened.</b> Nothing is lost: drafts are kept in this browser.
            </p>
            <code>{failure}</code>
            <p>
              <Button
                size="small"
                look="primary"
                onClick={() => {
                  forgetFailedLoads()
                  goTo(id)
                }}
              >
                Try again
              </Button>
            </p>
          </div>
        )}
      </main>
    </div>
  )
}
