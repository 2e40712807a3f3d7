import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { openWork } from '#ui/lab/actions.ts'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button } from '#ui/kit/button.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { createConsole } from './console-store.ts'
import { toCurl, toFetch, toKubectl } from '#ui/exchange/copy-as.ts'
import type { RequestDraft } from '#ui/exchange/request-draft.ts'
import styles from './request.module.css'

const Body = lazy(() => import('./console-body.tsx').then(({ ConsoleBody }) => ({ default: ConsoleBody })))

/** The work tab that sends any method to any path and shows the complete response. */
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
    <Suspense fallback={null}>
      <Body />
    </Suspense>
  ),
}

const forms = [
  ['curl', (draft: RequestDraft) => toCurl(draft, 'http://127.0.0.1:8080')],
  ['fetch', toFetch],
  ['kubectl', toKubectl],
] as const

function Tools() {
  const requests = partState(useLab(), createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const [copied, setCopied] = useState('')
  return (
    <>
      <span className={styles.copyAs} role="group" aria-label="Copy the request as">
        <span>Copy</span>
        {forms.map(([name, form]) => (
          <button
            key={name}
            type="button"
            onClick={() => void copyText(form(draft)).then((allowed) => setCopied(allowed ? name : ''))}
          >
            {name}
          </button>
        ))}
        <span className="visually-hidden" role="status">
          {copied === '' ? '' : `${copied} copied`}
        </span>
      </span>
      <Button size="small" look="primary" onClick={requests.send} data-testid="request-send">
        Send <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}
