import { PillPopover } from '#ui/kit/popover.tsx'
import styles from './elsewhere-pill.module.css'

/** Names the server outside of this browser, and the way back to the own one. [ELS1] */
export function ElsewherePill({ address }: { readonly address: string }) {
  return (
    <div className={styles.elsewhere} data-elsewhere="">
      <PillPopover
        label={
          <>
            <span className={styles.long}>Server at </span>
            <span>{address.replace(/^https?:\/\//, '')}</span>
          </>
        }
      >
        <p>
          <b>This page shows a server outside of the browser.</b> What you write is stored there, and other clients see
          it. Writes of other hosts on the same store appear with the name of their host.
        </p>
        <a href="./">Back to the server in this browser</a>
      </PillPopover>
    </div>
  )
}
