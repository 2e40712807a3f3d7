/** Defines `<lab-cell>`, which shows parts of Orchard's page in any page. docs/library/lab-cell.md; `public/cell.js` is its code. */
/** A part of a cell. */
export type LabCellPart = 'yaml' | 'rail' | 'request' | 'watch' | 'lesson'
/** The attributes of `<lab-cell>`, for frameworks that check them. All others are those of any element. */
export interface LabCellAttributes {
  /** Address of a built page of Orchard, such as `https://orchard.example/`. Required. */
  readonly host: string
  /** {@link LabCellPart}s, separated by commas. Default: `yaml,rail`. */
  readonly show?: string
  /** The part of a link of Share from `#l=` on. Default: the first link of the page, or the book shop. */
  readonly src?: string
  /** Resource id, namespace and name, for `yaml`: `apps.v1.deployments/shop/web`. */
  readonly object?: string
  /** The revision at which the cell starts. */
  readonly at?: string
  /** Method and path of a request; `body` and `type` are its body and media type. */
  readonly request?: string
  readonly body?: string
  readonly type?: string
  /** The path of the collection to watch. */
  readonly watch?: string
  /** The id of a lesson, for `lesson`; not needed if `src` is the link of one. */
  readonly lesson?: string
  /** The number of the step at which the lesson begins. Default: `1`. */
  readonly step?: string
}
declare global {
  interface HTMLElementTagNameMap {
    'lab-cell': HTMLElement
  }
}
