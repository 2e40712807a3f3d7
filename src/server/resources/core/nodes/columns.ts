import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Node, NodeSystemInfo } from '#server/kinds/types/core-v1.ts'

const none = '<none>'
const unknown = '<unknown>'
const rolePrefix = 'node-role.orch.io/'
const roleLabel = 'orch.io/role'

function statusText({ spec, status }: Node): string {
  // The reference uses the last of several conditions of one type.
  const ready = (status?.conditions ?? []).findLast(({ type }) => type === 'Ready')
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state
}

function rolesText({ metadata: { labels = {} } }: Node): string {
  const roles = Object.entries(labels).flatMap(([name, value]) => {
    if (name.startsWith(rolePrefix)) return [name.slice(rolePrefix.length)]
    return name === roleLabel ? [value] : []
  })
  const sorted = [...new Set(roles.filter((role) => role !== ''))].toSorted()
  return sorted.length === 0 ? none : sorted.join(',')
}

const addressText = ({ status }: Node, type: string): string =>
  (status?.addresses ?? []).find((address) => address.type === type)?.address ?? none

const info = ({ status }: Node): NodeSystemInfo => status?.nodeInfo ?? {}
const orUnknown = (text: string | undefined): string => (text === undefined || text === '' ? unknown : text)

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<Node>('Status', 'Ready or NotReady, and SchedulingDisabled if new pods are refused.', statusText),
  kindColumn<Node>('Roles', 'The roles in the labels of the node.', rolesText),
  ageColumn,
  kindColumn<Node>('Version', 'The version of the kubelet.', (node) => info(node).kubeletVersion ?? ''),
  kindColumn<Node>('Internal-IP', 'The address inside of the cluster.', (node) => addressText(node, 'InternalIP'), {
    priority: 1,
  }),
  kindColumn<Node>('External-IP', 'The address outside of the cluster.', (node) => addressText(node, 'ExternalIP'), {
    priority: 1,
  }),
  kindColumn<Node>('OS-Image', 'The operating system.', (node) => orUnknown(info(node).osImage), { priority: 1 }),
  kindColumn<Node>('Kernel-Version', 'The version of the kernel.', (node) => orUnknown(info(node).kernelVersion), {
    priority: 1,
  }),
  kindColumn<Node>(
    'Container-Runtime',
    'The container runtime and its version.',
    (node) => orUnknown(info(node).containerRuntimeVersion),
    {
      priority: 1,
    },
  ),
]
