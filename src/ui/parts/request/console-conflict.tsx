import { printExactJson } from '#api/exact-json.ts'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import type { DebugRevision } from '#facts/debug-api.ts'
import { Button } from '#ui/kit/button.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { Refusal } from '#client/refusal.ts'
import { getJson } from '#ui/model/api.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { ExplainCard } from '#ui/exchange/response/explain-card.tsx'
import { ThreeWay } from '#ui/exchange/response/three-way.tsx'
import { threeWayRows } from '#ui/exchange/response/three-way-rows.ts'
import { openWorkTab } from '#ui/lab/actions.ts'
import { ageText } from '#ui/model/words.ts'
import { rebase } from '#ui/texts/merge-edit.ts'
import { readYaml } from '#ui/texts/read-yaml.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import type { RevisionRow } from '#facts/fact.ts'
import { createConsole } from './console-store.ts'
import { FixCard } from './fix-card.tsx'
import { objectAt, refAt } from './object-at.ts'

function versionOf(body: JsonObject): string {
  const { metadata } = body
  const named = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {}
  return typeof named['resourceVersion'] === 'string' ? named['resourceVersion'] : ''
}

/** Returns the object as it was after the write `version`; `null` until loaded, or when it was compacted. */
function useRead(version: string): ApiObject | null {
  const lab = useLab()
  const [read, setRead] = useState<ApiObject | null>(null)
  useEffect(() => {
    let isGone = false
    void readRevision(lab, version).then((object) => {
      if (!isGone) setRead(object)
    })
    return () => {
      isGone = true
    }
  }, [lab, version])
  return read
}

async function readRevision(lab: Lab, version: string): Promise<ApiObject | null> {
  if (!/^\d+$/.test(version)) return null
  try {
    return (await getJson<DebugRevision>(lab.read, `/debug/log/${version}`)).after
  } catch (error) {
    // A compacted version leaves the card without its table.
    if (error instanceof Refusal || error instanceof TypeError) return null
    throw error
  }
}

/** Shows the conflict of a PUT: the card, a three-way table of fields, and a retry with the result. [RC11] */
export function ConsoleConflict({ status }: { readonly status: Status }) {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const draft = useStore(requests.store, (state) => state.draft)
  const now = useStore(lab.objects, (state) => objectAt(state, draft.path))
  const sent = useMemo(() => {
    const parsed = readYaml(draft.body)
    return parsed.type === 'object' ? parsed.object : null
  }, [draft.body])
  const rows = useStore(lab.cluster, (state) => state.rows)
  const startMs = useStore(requests.store, ({ answer }) => (answer.type === 'received' ? answer.startMs : 0))
  const read = useRead(sent === null ? '' : versionOf(sent))
  if (now === undefined || sent === null || read === null) return <FixCard status={status} />
  const retry = (): void => {
    const merged = rebase(withoutManagers(read), sent, now) as ApiObject
    const isYaml = draft.contentType.includes('yaml')
    const body = isYaml ? toYamlText(merged) : printExactJson(withoutManagers(merged), 2)
    requests.sendFixed((known) => ({ ...known, body }))
  }
  const keep = (): void => {
    const isYaml = draft.contentType.includes('yaml')
    const body = isYaml ? toYamlText(now) : printExactJson(withoutManagers(now), 2)
    requests.change((known) => ({ ...known, body }))
  }
  return (
    <ExplainCard
      status={status}
      what={wroteWords(rows, now, read, startMs)}
      detail={<ThreeWay read={read} now={now} sent={sent} />}
      actions={
        <>
          <Button size="small" look="primary" onClick={retry}>
            Rebase my change on {now.metadata.resourceVersion} and send
          </Button>
          <Button size="small" onClick={keep}>
            Keep what is stored
          </Button>
          <RaceButton path={draft.path} read={read} now={now} sent={sent} />
        </>
      }
    />
  )
}

/** Says who wrote the object since it was read, and how long before the request; `undefined` where the log lacks the write. */
function wroteWords(rows: readonly RevisionRow[], now: ApiObject, read: ApiObject, sentMs: number): string | undefined {
  const { name = '', resourceVersion } = now.metadata
  const write = rows.findLast(({ revision }) => String(revision) === resourceVersion)
  if (write === undefined) return undefined
  // The server's clock may differ from the page's: it can be paused, or another machine's.
  const before = write.timeMs <= sentMs ? `, ${ageText(write.timeMs, sentMs)} before you` : ''
  return `${write.actor} wrote ${name} at ${resourceVersion}${before}. Your copy is from ${read.metadata.resourceVersion}.`
}

interface RaceButtonProps {
  readonly path: string
  readonly read: ApiObject
  readonly now: ApiObject
  readonly sent: JsonObject
}

/** Opens Race with the order that led to this 409, for the field that was sent. */
function RaceButton({ path, read, now, sent }: RaceButtonProps) {
  const lab = useLab()
  const open = (): void => {
    const ref = refAt(lab.objects.getState(), path)
    if (ref === undefined) return
    const mine = threeWayRows({ read, now, sent, writes: [] }).find(({ isYours }) => isYours)
    lab.selection.selectObject(ref)
    lab.layout.setBench('race', `put.abba${mine === undefined ? '' : `.${mine.path}`}`)
    openWorkTab(lab, 'race')
  }
  return (
    <Button size="small" look="ghost" onClick={open}>
      Try it in Race
    </Button>
  )
}

function withoutManagers(object: ApiObject): JsonObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata: metadata as JsonObject } as JsonObject
}
