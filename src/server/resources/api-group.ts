/** An API group of built-in types. The data of a group is `group.ts` in its folder. */
export interface ApiGroup {
  readonly name: string
  /** Discovery lists groups with greater priorities first. [DI9] */
  readonly groupPriority: number
  /** Priority of the best version. Each further version has half of the one before. */
  readonly versionPriority: number
}
