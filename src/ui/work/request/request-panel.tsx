import { useStore } from 'zustand'
import { openWork } from '../../actions.ts'
import { Button } from '../../controls/button.tsx'
import { chordText } from '../../keyboard/chord.ts'
import { partState } from '../../part-state.ts'
import type { WorkPanel } from '../../panels/panel.ts'
import { useLab } from '../../use-lab.ts'
import { createConsole } from './console-store.ts'
import { toCurl, toFetch } from './copy-as.ts'
import { RequestAnswer } from './request-answer.tsx'
import { RequestBody } from './request-body.tsx'
import { RequestForm } from './request-form.tsx'
import styles from './request.module.css'

/** Any method to any path, and all of what comes back. */
export const requestPanel: WorkPanel = {
  id: 'request',
  title: 'Request',
  foldsDock: true,
  commands: [
    {
      id: 'send',
      section: 'Objects',
      title: 'Send the request',
      keys: [],
      icon: 'goto',
      note: (lab) => {
        const { method, path } = partState(lab, createConsole).store.getState().draft
        return `${method} ${path}`
      },
      run: (lab) => {
        openWork(lab, 'request')
        partState(lab, createConsole).send()
      },
    },
  ],
  Tools,
  Body: () => (
    <div className={styles.panel}>
      <RequestForm />
      <RequestBody />
      <RequestAnswer />
    </div>
  ),
}

const copy = (text: string): void => void navigator.clipboard.writeText(text)

function Tools() {
  const requests = partState(useLab(), createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  return (
    <>
      <span className={styles.copyAs} role="group" aria-label="Copy the request as">
        <span>Copy</span>
        <button type="button" onClick={() => copy(toCurl(draft, 'http://127.0.0.1:8080'))}>
          curl
        </button>
        <button type="button" onClick={() => copy(toFetch(draft))}>
          fetch
        </button>
      </span>
      <Button size="small" look="primary" onClick={requests.send} data-testid="request-send">
        Send <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}
