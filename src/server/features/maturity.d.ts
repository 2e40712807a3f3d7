export type Stage = 'ALPHA' | 'BETA' | 'GA'
/** A gate since some version. GA gates are locked to their default. */
export type Maturity = readonly [since: string, stage: Stage, isOn: boolean]
/**
 * The gates of what this server does, with how they came to be: the maturity table of the specification ("Versioning")
 * and what the reference adds to it. The last row of each is the one in force, that of 1.34. [FG1]
 */
export declare const maturities: ReadonlyMap<string, readonly Maturity[]>
