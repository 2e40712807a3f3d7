/** An API group of built-in types. Its data is in `group.ts` of the folder of the group. */
export interface ApiGroup {
  readonly name: string
  /** Discovery lists groups with greater priorities first. [DI9] */
  readonly groupPriority: number
  /** Priority of the preferred version. Each further version has half the priority of the previous one. */
  readonly versionPriority: number
}
