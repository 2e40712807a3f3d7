import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import type { FinishedRequest } from '#facts/fact.ts'
import { countText } from '#ui/model/words.ts'
import { toHar } from './har.ts'
import styles from './har-sheet.module.css'

interface HarSheetProps {
  /** The listed requests, oldest first. */
  readonly requests: readonly FinishedRequest[]
  readonly onClose: () => void
}

/** Says what a HAR file contains before it is downloaded. */
export function HarSheet({ requests, onClose }: HarSheetProps) {
  const lab = useLab()
  const save = () => {
    const har = toHar(requests, (id) => lab.sentRequests.get(id), location.origin)
    downloadText(JSON.stringify(har, null, 2), 'orchard-requests.har', 'application/json')
    onClose()
  }
  return (
    <Sheet label="Export requests as HAR" onClose={onClose} className={styles.sheet}>
      <SheetHead title="Export requests as HAR" onClose={onClose} />
      <div className={styles.body}>
        <p>
          {countText(requests.length, 'request')}, those that the table lists now, with times, stages, paths and
          statuses. A browser’s network panel can open the file.
        </p>
        <p>
          <b>Left out:</b> all bodies, the headers Authorization and Cookie, and the values of query parameters that
          hold tokens or passwords. Names of users and objects are included.
        </p>
      </div>
      <div className={styles.foot}>
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" disabled={requests.length === 0} onClick={save}>
          Download
        </Button>
      </div>
    </Sheet>
  )
}
