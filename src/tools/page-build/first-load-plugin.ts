import type { HtmlTagDescriptor, Plugin } from 'vite'
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

const tagOf = (rel: string, name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: '', href: `./${name}` },
  injectTo: 'head',
})

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
 * Lets the browser fetch the page's file and styles together with the script that imports them, and fails the build when
 * the first load is too large. [PF6]
 */
export const firstLoadPlugin = (): Plugin => ({
  ...budgetPlugin(ofPage),
  name: 'orchard:first-load',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, filename }) {
      if (!filename.endsWith('index.html')) return []
      const names = Object.keys(bundle)
      // Styles of the controls that all share stand before those of the places that change them.
      const styles = [/^assets\/cell-common-[\w-]+\.css$/, /^assets\/lab-[\w-]+\.css$/].flatMap((one) =>
        names.filter((name) => one.test(name)),
      )
      const scripts = names.filter((name) => /^assets\/(?:lab|react|cell-common|first-text)-[\w-]+\.js$/.test(name))
      return [
        ...scripts.map((name) => tagOf('modulepreload', name)),
        ...styles.map((name) => tagOf('stylesheet', name)),
      ]
    },
  },
})
