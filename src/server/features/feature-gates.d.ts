import type { FeatureGate } from '#facts/debug-api.ts'
/** Gates that the code asks for by name. Those that are locked are never asked. */
export type AskedFeature = 'APIResponseCompression' | 'MutatingAdmissionPolicy' | 'WatchList'
/** Which features are on. They may change while the server runs. [FG1] */
export interface FeatureGates {
  enabled(feature: AskedFeature): boolean
  /** All gates by name. */
  list(): readonly FeatureGate[]
  /** Sets all of `wanted` or, when one can't be, none. @throws FeatureGateError */
  set(wanted: ReadonlyMap<string, boolean>): void
  /** Hears when gates were set. */
  onChange(listener: () => void): void
}
/** A gate that there is not, or that can't be set so. The message is the reference's. */
export declare class FeatureGateError extends Error {}
/** `text`: as `--feature-gates` takes it. @throws FeatureGateError */
export declare function createFeatureGates(text?: string): FeatureGates
/** `A=true,B=false`. @throws FeatureGateError [FG2] */
export declare function parseFeatureGates(text: string): ReadonlyMap<string, boolean>
