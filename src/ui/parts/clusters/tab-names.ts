import type { Lab } from '#ui/lab/lab.ts'
import { currentCluster } from '#ui/model/current-cluster.ts'
import type { ObjectRef } from '#ui/model/selection.ts'

const channelName = 'orchard-tabs'

/** A tab of this browser, and what it shows. */
export interface TabName {
  /** `''` is the oldest cluster. */
  readonly cluster: string
  readonly title: string
}

type Message = { readonly type: 'who' } | { readonly type: 'tab'; readonly tab: TabName }

const isTab = (value: unknown): value is { readonly tab: TabName } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'tab'

/** Names a tab by its room and its object: `Lab, web`. */
export const tabTitle = (room: string, object: ObjectRef | null): string => {
  const words = `${room.charAt(0).toUpperCase()}${room.slice(1)}`
  return room === 'lab' && object !== null ? `${words}, ${object.name}` : words
}

/** Tells other tabs what this one shows when they ask, until `signal` is aborted. [MC20] */
export function answerTabs(lab: Lab, signal: AbortSignal): void {
  if (signal.aborted) return
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type !== 'who') return
    const title = tabTitle(lab.rooms.getState().open, lab.selection.getState().object)
    channel.postMessage({ type: 'tab', tab: { cluster: currentCluster(), title } } satisfies Message)
  })
  signal.addEventListener('abort', () => channel.close())
}

/** Asks the other tabs what they show, and calls `found` with each answer until `signal` is aborted: a hidden tab answers late. */
export function askTabs(found: (tab: TabName) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(channelName)
  signal.addEventListener('abort', () => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isTab(data)) found(data.tab)
  })
  channel.postMessage({ type: 'who' } satisfies Message)
}

/** The names of the tabs that show a cluster: `“Lab, web” and “Config”`. */
export function tabWords(tabs: readonly TabName[], name: string, isDefault: boolean): string {
  const titles = tabs
    .filter(({ cluster }) => cluster === name || (isDefault && cluster === ''))
    .map(({ title }) => `“${title}”`)
  return titles.length < 2 ? titles.join('') : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1) ?? ''}`
}
