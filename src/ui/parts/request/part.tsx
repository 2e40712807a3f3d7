import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { openWork } from '#ui/lab/actions.ts'
import { lazily } from '#ui/kit/later.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { Button } from '#ui/kit/button.tsx'
import { chordText } from '#ui/keyboard/chord.ts'
import { printExactJson } from '#api/exact-json.ts'
import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { partState } from '#ui/lab/part-state.ts'
import type { WorkPanel } from '#ui/lab/part.ts'
import { useCursorAt, useLab } from '#ui/lab/use-lab.ts'
import { useHasClusters } from '#ui/parts/clusters/part.tsx'
import { branchPoint } from './past-write.ts'
import { createConsole } from './console-store.ts'
import { toCurl, toFetch, toKubectl } from '#ui/exchange/copy-as.ts'
import { emptyDraft, type RequestDraft, withMethod } from '#ui/exchange/request-draft.ts'
import styles from './request.module.css'

const Body = lazily(async () => (await import('./console-body.tsx')).ConsoleBody)

/** The work tab that sends any method to any path and shows the complete response. */
export const requestPanel: WorkPanel = {
  id: 'request',
  title: 'Request',
  foldsDock: true,
  objectActions,
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

/** The revision at which sending the draft makes a branch; `null` if it makes none. */
function useBranchPoint(draft: RequestDraft): number | null {
  const lab = useLab()
  useCursorAt()
  useHasClusters(lab)
  return branchPoint(lab, draft)
}

/** Kinds with a scale subresource in the built-in groups. */
const scalable = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'])

/** Opens a request about an object without sending it. */
function objectActions(lab: Lab, ref: ObjectRef): readonly Command[] {
  const path = pathOf(lab, ref)
  const kind = lab.objects.getState().collections.get(ref.resourceId)?.resource.kind ?? ''
  if (path === '') return []
  const open = (draft: RequestDraft) => () => {
    lab.selection.selectObject(ref)
    openWork(lab, 'request')
    partState(lab, createConsole).change(() => draft)
  }
  const read: Command = {
    id: 'do-read',
    section: 'Objects',
    title: 'Request…',
    keys: [],
    icon: 'goto',
    note: () => `opens Request, GET ${ref.name}`,
    run: open({ ...emptyDraft, path }),
  }
  if (!scalable.has(kind)) return [read]
  const body = printExactJson({ spec: { replicas: 3 } }, 2)
  const patch = { ...withMethod(emptyDraft, 'PATCH'), path: `${path}/scale`, body }
  return [
    read,
    {
      ...read,
      id: 'do-scale',
      title: 'Scale…',
      icon: 'bolt',
      note: () => `opens Request, PATCH ${ref.name}/scale`,
      run: open(patch),
    },
  ]
}

const forms = [
  ['curl', (draft: RequestDraft) => toCurl(draft, 'http://127.0.0.1:8080')],
  ['fetch', toFetch],
  ['kubectl', toKubectl],
] as const

function Tools() {
  const requests = partState(useLab(), createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const branchAt = useBranchPoint(draft)
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
      <Button
        size="small"
        look="primary"
        {...(branchAt === null ? {} : { icon: 'branch' as const, title: `Makes a branch at revision ${branchAt}` })}
        onClick={requests.send}
        data-testid="request-send"
      >
        {branchAt === null ? 'Send' : 'Send on a branch'} <kbd>{chordText('Mod+Enter')}</kbd>
      </Button>
    </>
  )
}
