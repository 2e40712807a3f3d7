import type { Command } from '#ui/lab/command.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { configRoomOf } from './config-room.ts'
import { fixesOf, openFixes, stepProblem } from './editor-handle.ts'
import { pickFile } from './file-actions.ts'
import { configFiles } from './files.ts'
import { stepsOf, textOf } from './room-store.ts'
import { draftSteps } from '#ui/rooms/config/policy-state/draft-steps.ts'
import { newPolicy } from '#ui/rooms/config/policy-state/new-policy.ts'
import { typeOfKind } from '#ui/rooms/config/policy-state/policy-items.ts'
import { stepPolicyProblem } from '#ui/rooms/config/policy-state/policy-problems.ts'
import { policyRoomOf } from '#ui/rooms/config/policy-state/policy-room.ts'
import { policyTemplates } from '#ui/rooms/config/policy-state/policy-templates.ts'

const isObjectOpen = (lab: Lab): boolean => configRoomOf(lab).store.getState().object !== null

const hasProblems = (lab: Lab): boolean => {
  const { checks, file } = configRoomOf(lab).store.getState()
  return isObjectOpen(lab)
    ? policyRoomOf(lab).store.getState().check.problems.length > 0
    : checks[file].diagnostics.length > 0
}

const step = (lab: Lab, by: 1 | -1): void =>
  isObjectOpen(lab) ? stepPolicyProblem(policyRoomOf(lab), by) : stepProblem(configRoomOf(lab), by)

/** Commands of this room for the keys and the palette. [KB1] */
export const commands: readonly Command[] = [
  ...configFiles.map(({ id, name }, at): Command => ({
    id: `config-${id}`,
    section: 'Room',
    title: `Open ${name}`,
    row: 'Files in order',
    keys: [String(at + 1)],
    icon: 'file',
    run: (lab) => configRoomOf(lab).store.openFile(id),
  })),
  {
    id: 'config-next-problem',
    section: 'Room',
    row: 'Next, previous problem',
    title: 'Next problem',
    keys: ['F8'],
    icon: 'warn',
    when: hasProblems,
    run: (lab) => step(lab, 1),
  },
  {
    id: 'config-previous-problem',
    section: 'Room',
    row: 'Next, previous problem',
    title: 'Previous problem',
    keys: ['Shift+F8'],
    when: hasProblems,
    run: (lab) => step(lab, -1),
  },
  {
    id: 'config-fix',
    section: 'Room',
    title: 'Quick fix',
    keys: ['Mod+.'],
    icon: 'bolt',
    when: (lab) => !isObjectOpen(lab) && hasProblems(lab),
    run: (lab) => openFixes(configRoomOf(lab)),
  },
  {
    id: 'config-reload',
    section: 'Room',
    title: 'Reload this file',
    keys: ['Mod+Enter'],
    icon: 'play',
    when: (lab) => {
      const state = configRoomOf(lab).store.getState()
      return state.object === null && stepsOf(state, state.file).mayReload
    },
    run: (lab) => {
      const room = configRoomOf(lab)
      const state = room.store.getState()
      void room.reload(state.file, textOf(state, state.file))
    },
  },
  {
    id: 'config-save',
    section: 'Room',
    title: 'Save this policy or schema',
    keys: [],
    icon: 'play',
    when: (lab) =>
      isObjectOpen(lab) && draftSteps(policyRoomOf(lab).store.getState(), policyRoomOf(lab).text()).maySave,
    run: (lab) => void policyRoomOf(lab).save(),
  },
  ...policyTemplates.map((template): Command => ({
    id: `config-new-${template.kind}`,
    section: 'Room',
    title: `New: ${template.title.toLowerCase()}`,
    keys: [],
    icon: 'plus',
    when: (lab) => typeOfKind(lab.objects.getState(), template.kind) !== undefined,
    run: (lab) =>
      configRoomOf(lab).store.openObject(newPolicy(policyRoomOf(lab).store, lab.objects.getState(), template)),
  })),
  {
    id: 'config-flags',
    section: 'Room',
    title: 'Files from flags…',
    keys: [],
    icon: 'file',
    run: (lab) => configRoomOf(lab).store.openFlags(),
  },
  {
    id: 'config-open',
    section: 'Room',
    title: 'Open a configuration from disk…',
    keys: ['Mod+o'],
    icon: 'lift',
    run: (lab) => pickFile(lab),
  },
  {
    id: 'config-mint',
    section: 'Room',
    title: 'Mint a token',
    keys: ['f'],
    icon: 'lock',
    run: (lab) => {
      const room = configRoomOf(lab)
      if (room.store.getState().file !== 'authentication') room.store.openFile('authentication')
      if (innerWidth <= 900) room.store.openDrawer('try')
      else room.store.closeDrawer()
      room.attempts.openMintForm()
    },
  },
]

/** Returns the quick fixes of the open file's problems as commands. [KB7] */
export const fixes = (lab: Lab): readonly Command[] => {
  const room = configRoomOf(lab)
  const { checks, file } = room.store.getState()
  return checks[file].diagnostics.flatMap((diagnostic) =>
    fixesOf(room, diagnostic).map((fix): Command => ({
      id: `fix ${diagnostic.range.start} ${fix.title}`,
      section: 'Room',
      title: fix.title,
      keys: [],
      icon: 'bolt',
      note: () => diagnostic.message,
      run: () => room.editor.applyFix(fix),
    })),
  )
}
