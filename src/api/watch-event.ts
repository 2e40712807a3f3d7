import type { JsonObject } from './json.ts'

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

/** One line of a watch stream. */
export type WatchEvent<Item extends JsonObject = JsonObject> = {
  readonly type: WatchEventType
  readonly object: Item
}
