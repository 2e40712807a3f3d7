import { type MouseEvent, useState } from 'react'
import type { Status } from '#api/status.ts'
import { explain } from '#ui/exchange/explain/explanation.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { Button } from '#ui/kit/button.tsx'
import styles from './patch-quad.module.css'

/** Moves the caret to the text of the patch that was refused. */
function editPatch({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('[data-patch]')?.querySelector('textarea')?.focus()
}

/** A refused patch: the server's words and the fix, and the whole card on request. [EX2] */
export function QuadRefusal({ status }: { readonly status: Status }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {isOpen ? (
        <ExplainCard
          status={status}
          isBrief
          actions={
            <Button size="small" onClick={editPatch}>
              Change the patch
            </Button>
          }
        />
      ) : (
        <>
          <p className={styles.server}>{status.message}</p>
          <p>{explain(status).fix}</p>
        </>
      )}
      <Button size="small" look="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Less' : 'Explain'}
      </Button>
    </>
  )
}
