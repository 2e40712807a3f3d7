import type { Plugin } from 'vite'
import { type LoadBudget, overBudget } from './first-load.ts'

/** All that is shown before the editor, fonts apart. The aim is 250 kB; the rest is for files that the build cannot know. [PF6] */
const ofPage: LoadBudget = {
  name: 'the first load',
  // Scripts that load the others: what they import is the first load. `yaml-body.tsx` follows at once.
  modules: /\/src\/(?:page\/(?:start\.ts|main\.tsx)|ui\/parts\/yaml\/yaml-body\.tsx)$/,
  kilobytesMax: 235,
  advice: 'import parts that are not on the first screen when they are opened',
}

/** All that the worker loads before it answers. [PF6] */
const ofWorker: LoadBudget = {
  name: 'the first load of the worker',
  modules: /\/src\/worker\/(?:dedicated|shared)\.ts$/,
  kilobytesMax: 350,
  advice: 'import what few requests need when the first of them comes',
}

/** All that a cell loads before it shows something; lessons are loaded by the cells that show one. */
const ofCell: LoadBudget = {
  name: 'the first load of a cell',
  modules: /\/src\/page\/cell-main\.tsx$/,
  kilobytesMax: 200,
  advice: 'import what few cells need when the first of them is shown',
}

/** Fetches without credentials, as modules and their styles are fetched, so that each file arrives once. */
const linkTo = (name: string, attributes: string): string => `<link ${attributes} crossorigin href="./${name}" />`

/** The script of the page that runs first, before anything is painted. */
const firstScript = '<script src="./theme.js"></script>'

/** Fails the build when a load is larger than its budget. */
const budgetPlugin = (budget: LoadBudget): Plugin => ({
  name: 'orchard:load-budget',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const complaint = overBudget(bundle, budget)
      if (complaint !== null) this.error(complaint)
    },
  },
})

/** Fails the build when the first load of the worker is too large. [PF6] */
export const workerLoadPlugin = (): Plugin => budgetPlugin(ofWorker)

/**
 * Fails the build when a file imports the script of a worker: WebKit evaluates this script a second time then, so that its
 * classes exist twice.
 */
export const workerEntryPlugin = (): Plugin => ({
  name: 'orchard:worker-entry',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
    for (const { fileName, imports } of chunks)
      for (const imported of imports)
        if (entries.has(imported)) this.error(`${fileName} imports ${imported}, the script of a worker`)
  },
})

/** Fails the build when the first load of a cell is too large. [EM10] */
export const cellLoadPlugin = (): Plugin => budgetPlugin(ofCell)

/**
 * Lets the browser fetch the page's files and styles together, before the first script, which would else hold them up;
 * tells this script which worker to start; and fails the build when the first load is too large. [PF6]
 */
export const firstLoadPlugin = (): Plugin => ({
  ...budgetPlugin(ofPage),
  name: 'orchard:first-load',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, filename }) {
      if (!filename.endsWith('index.html')) return html
      return withFirstLoad(html, Object.keys(bundle))
    },
  },
})

/** Returns `html` with links to those of the built files `names` that the first screen needs. */
export function withFirstLoad(html: string, names: readonly string[]): string {
  const named = (pattern: RegExp): readonly string[] => names.filter((name) => pattern.test(name))
  // Styles of the controls that all share stand before those of the places that change them.
  const styles = [/^assets\/cell-common-[\w-]+\.css$/, /^assets\/lab-[\w-]+\.css$/].flatMap(named)
  const scripts = named(/^assets\/(?:index|base|lab|react|cell-common|first-text)-[\w-]+\.js$/)
  const [worker] = named(/^assets\/shared-[\w-]+\.js$/)
  if (worker === undefined || !html.includes(firstScript)) throw new Error('index.html cannot start the worker early')
  const links = [
    ...styles.map((name) => linkTo(name, 'rel="preload" as="style"')),
    '<link rel="preload" as="script" href="./theme.js" />',
    ...scripts.map((name) => linkTo(name, 'rel="modulepreload"')),
    firstScript.replace('></script>', ` data-worker="./${worker}"></script>`),
    ...styles.map((name) => linkTo(name, 'rel="stylesheet"')),
  ]
  return html.replace(firstScript, links.join('\n    '))
}
