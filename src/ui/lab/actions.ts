import type { RevisionRow } from '#facts/fact.ts'
import { Refusal } from '#client/refusal.ts'
import { postJson } from '#ui/model/api.ts'
import type { Lab } from './lab.ts'
import { partState } from './part-state.ts'
import { labRoom } from './room.ts'
import { isWriteOf, writeToCompare } from '#ui/model/selection.ts'
import { lastIndexAt, stepRevision } from '#ui/model/time-cursor.ts'

/** Returns the row of exactly this revision if the log still has it. */
export function rowAt(lab: Lab, revision: number | null): RevisionRow | undefined {
  if (revision === null) return undefined
  const { rows } = lab.cluster.getState()
  const row = rows[lastIndexAt(rows, revision)]
  return row?.revision === revision ? row : undefined
}

/**
 * The revision that keys such as `d` and `t` act on: the hovered one, else the selected one, else the one at the
 * cursor.
 */
export function meantRevision(lab: Lab): number | null {
  const { hovered, revision } = lab.selection.getState()
  return hovered ?? revision ?? lab.cursor.getState().at ?? lab.cluster.getState().rows.at(-1)?.revision ?? null
}

/** The write that `d` compares. [KB9] */
export const meantWrite = (lab: Lab): RevisionRow | undefined =>
  writeToCompare(lab.selection.getState(), lab.cluster.getState().rows, lab.cursor.getState().at)

/** Selects a write in all panels: its row, its glyph and its object. */
export function chooseRevision(lab: Lab, row: RevisionRow): void {
  lab.selection.chooseWrite(row)
}

/** Shows the whole page as of `revision`. The newest revision is Live. */
export function travelTo(lab: Lab, revision: number | null): void {
  const { published } = lab.cluster.getState()
  if (revision === null || revision >= published) returnToLive(lab)
  else lab.time.travel(revision)
}

/** The element that had the focus when the page left Live; the focus returns there. */
const createFocusMemory = (): { element: Element | null } => ({ element: null })

/** Remembers the focus at the moment the page leaves Live. */
export function markFocusBeforePast(lab: Lab): void {
  partState(lab, createFocusMemory).element = document.activeElement
}

export function returnToLive(lab: Lab): void {
  if (lab.cursor.getState().at === null) return
  lab.time.returnToLive()
  const memory = partState(lab, createFocusMemory)
  const target = memory.element
  memory.element = null
  if (target instanceof HTMLElement && target.isConnected && document.activeElement === document.body) target.focus()
}

/** Moves the cursor one write back or forward; past the newest is Live. */
export function stepBy(lab: Lab, step: -1 | 1): void {
  const { rows } = lab.cluster.getState()
  travelTo(lab, stepRevision(rows, lab.cursor.getState().at, step))
}

/** Moves the cursor to the previous or next write of the selected object. */
export function stepSameObject(lab: Lab, step: -1 | 1): void {
  const { object } = lab.selection.getState()
  if (object === null) return
  const rows = lab.cluster.getState().rows.filter((row) => isWriteOf(row, object))
  const { at } = lab.cursor.getState()
  const here = at ?? Infinity
  const target =
    step === -1
      ? rows.findLast((row) => row.revision < (at === null ? (rows.at(-1)?.revision ?? 0) : here))
      : rows.find((row) => row.revision > here)
  if (target !== undefined) lab.time.travel(target.revision)
  else if (step === 1) returnToLive(lab)
}

/** Moves the cursor to the oldest kept write. */
export function travelToOldest(lab: Lab): void {
  const [oldest] = lab.cluster.getState().rows
  if (oldest !== undefined) travelTo(lab, oldest.revision)
}

/** Reports whether a tab of the work area exists. */
export const hasWork = (lab: Lab, id: string): boolean => lab.parts.work.some((part) => part.id === id)

/** Dock tab that was folded away for a work tab; `null` when none was. */
const createFolding = (): { dockTab: string | null } => ({ dockTab: null })

/** Opens a tab that the user chose: one that needs the height folds the dock, the next one unfolds it. [DOC2] */
export function openWorkTab(lab: Lab, id: string): void {
  const panel = lab.parts.work.find((part) => part.id === id)
  const { folded, dockTab } = lab.layout.getState()
  const folding = partState(lab, createFolding)
  const isGivenBack = panel?.foldsDock !== true && folding.dockTab !== null
  const takes = panel?.foldsDock === true && !folded.dock
  if (takes) folding.dockTab = dockTab
  if (isGivenBack) folding.dockTab = null
  lab.layout.setWorkTab(id)
  lab.layout.setFolded('dock', takes || (folded.dock && !isGivenBack))
}

/** Opens a tab of the work area beside the dock as it is. */
export function openWork(lab: Lab, id: string): void {
  lab.goTo(labRoom)
  lab.layout.setWorkTab(id)
}

/** Opens the Diff tab with what one write changed. */
export function openDiff(lab: Lab, row: RevisionRow): void {
  chooseRevision(lab, row)
  if (hasWork(lab, 'diff')) openWork(lab, 'diff')
}

/** Opens the dock with a tab. */
export function openDock(lab: Lab, id: string): void {
  lab.goTo(labRoom)
  lab.layout.openDock(id)
}

/** Awaits an action. A refusal is shown at the top of the page, with the server's message, until it is dismissed. */
export async function attempt(lab: Lab, action: Promise<unknown>): Promise<void> {
  try {
    await action
  } catch (error) {
    // fetch throws a TypeError when the server cannot be reached.
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
    lab.overlay.showRefusal(error.message)
  }
}

/** Opens the question up to where history expires. [DOC9] */
export const askExpire = (lab: Lab): void => lab.overlay.open('expire')

/** Expires history up to `revision`: the server compacts its log. @throws Refusal */
export const expireHistory = (lab: Lab, revision: number): Promise<unknown> =>
  postJson(lab.read, '/debug/compact', { revision })
