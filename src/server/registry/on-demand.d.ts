/** Something that others wait for; `undefined` if there is nothing to wait for. */
export type Held = () => Promise<void> | undefined
/** A module that is loaded when it is first needed, and then used without waiting. */
export interface OnDemand<Module> {
  /** Loads the module; `undefined` once it is there, so that nobody waits for nothing. */
  load(): Promise<void> | undefined
  /** The module. @throws Error before it is loaded */
  loaded(): Module
}
/** Keeps a module out of what a server loads before its first answer. A failed load is tried again. */
export declare function onDemand<Module>(importModule: () => Promise<Module>): OnDemand<Module>
