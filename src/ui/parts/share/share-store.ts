import { Refusal } from '#client/refusal.ts'
import type { SharedMoment } from '#facts/moment.ts'
import { linkOf } from '#share/link.ts'
import { linkCharactersComfortable } from '#share/limits.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { createOwnedStore, type ReadableStore } from '#ui/model/owned-store.ts'
import { clustersStore, shownCluster } from '#ui/parts/clusters/store.ts'
import { chosenMoment, gather, type Gathered, type ShareChoices } from './gather.ts'

/** Sizes of the parts after compression, in characters of the link. */
export interface PartSizes {
  readonly history: number
  readonly state: number
  readonly view: number
  readonly panels: number
  readonly drafts: number
  readonly watches: number
  readonly world: number
  readonly requests: number
  readonly lesson: number
  readonly actors: number
}

export interface ShareState {
  /** Name of the shown cluster; `''` where the server has no list of clusters. */
  readonly cluster: string
  readonly gathered: Gathered | null
  readonly sizes: PartSizes | null
  /** The fragment of the link; `''` until it is made. */
  readonly link: string
  readonly choices: ShareChoices
  /** The reason why nothing can be shared; `''` if it can. */
  readonly refused: string
}

interface ShareVerbs {
  /** Reads the moment that the page shows. */
  read(): Promise<void>
  choose(change: Partial<ShareChoices>): void
}

export type ShareStore = ReadableStore<ShareState> & ShareVerbs

const first: ShareChoices = {
  hasHistory: true,
  hasView: true,
  hasPanels: true,
  hasWatches: true,
  hasDrafts: true,
  hasWorld: true,
  // It is larger than all else, and a link is to be short.
  hasRequests: false,
  hasLesson: true,
  hasActors: true,
  mode: 'edit',
  steps: [],
}

export const shareStore = (lab: Lab): ShareStore => partState(lab, createShareStore)

function createShareStore(lab: Lab): ShareStore {
  const initial: ShareState = { cluster: '', gathered: null, sizes: null, link: '', choices: first, refused: '' }
  return createOwnedStore<ShareState, ShareVerbs>(initial, ({ getState, setState }) => ({
    async read() {
      setState({ gathered: null, sizes: null, link: '', refused: '' })
      const clusters = clustersStore(lab)
      await clusters.refresh()
      const cluster = shownCluster(clusters.store.getState())?.name
      if (cluster === undefined)
        return setState({ refused: 'This server cannot be shared: it has no list of clusters.' })
      try {
        const gathered = await gather(lab, cluster)
        const sizes = sizesOf(gathered)
        const choices = { ...getState().choices, hasHistory: prefersHistory(sizes) }
        setState({ cluster, gathered, sizes, choices, link: linkOf(chosenMoment(gathered, choices)) })
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
        setState({ refused: error.message })
      }
    },
    choose(change) {
      const { gathered } = getState()
      const choices = { ...getState().choices, ...change }
      setState({ choices, link: gathered === null ? '' : linkOf(chosenMoment(gathered, choices)) })
    },
  }))
}

/** The history, unless only the state makes a link that chats take. */
const prefersHistory = ({ history, state }: PartSizes): boolean =>
  history <= linkCharactersComfortable || state > linkCharactersComfortable || history <= state

const nothing: Omit<SharedMoment, 'moment'> = {
  mode: 'edit',
  view: null,
  files: {},
  drafts: {},
  world: null,
  steps: [],
  watches: [],
}

/** The size that each part adds to a link. All parts are compressed together, so that the sum exceeds the size of the link. */
function sizesOf(gathered: Gathered): PartSizes {
  const { history, state, view, files, drafts, world, watches, requests, lesson, actors } = gathered
  const length = (parts: Partial<SharedMoment>): number => linkOf({ ...nothing, moment: state, ...parts }).length
  const base = length({})
  return {
    history: length({ moment: history }),
    state: base,
    view: length({ view: { ...view, room: '', dock: '', work: '' } }) - base,
    panels: length({ view: { ...view, object: null, at: null } }) - base,
    watches: length({ watches }) - base,
    drafts: length({ files, drafts }) - base,
    world: length({ world }) - base,
    requests: length({ requests }) - base,
    lesson: lesson === null ? 0 : length({ lesson }) - base,
    actors: actors === null ? 0 : length({ actors }) - base,
  }
}

/** The address of the page with a link. */
export const addressOf = (link: string): string => `${location.origin}${location.pathname}${link}`
