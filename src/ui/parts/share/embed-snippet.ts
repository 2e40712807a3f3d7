/** The parts of the page that a cell can show. */
export const cellParts = [
  { value: 'rail', label: 'rail' },
  { value: 'rail,yaml', label: 'YAML' },
  { value: 'request', label: 'request' },
  { value: 'watch', label: 'watches' },
] as const

export interface SnippetInput {
  readonly show: string
  readonly link: string
  /** The folder of the page, with a slash at its end. */
  readonly root: string
  /** `apps.v1.deployments/shop/web`; `''` for none. */
  readonly object: string
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Returns the HTML that shows parts of the moment in another page. [EM1] */
export function embedSnippet({ show, link, root, object }: SnippetInput): string {
  const query = new URLSearchParams({ show, ...(object === '' ? {} : { object }) })
  const words = object === '' ? 'A moment' : (object.split('/').at(-1) ?? '')
  return [
    `<script type="module" src="${attribute(`${root}cell.js`)}"></script>`,
    '',
    `<lab-cell show="${show}"${object === '' ? '' : ` object="${attribute(object)}"`}`,
    `          src="${attribute(link)}"></lab-cell>`,
    '',
    '<!-- or, where scripts are not allowed -->',
    `<iframe src="${attribute(`${root}cell.html?${query.toString()}${link}`)}"`,
    `        width="744" height="340" title="${attribute(words)} in Orchard"`,
    '        sandbox="allow-scripts allow-same-origin allow-popups"></iframe>',
  ].join('\n')
}
