import { isUsable, labelsText, selectorText } from '#api/selectors/label-selector-object.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { kindColumn } from '#server/resources/parts/table-columns.ts'
import type { PodTemplateSpec } from '#server/kinds/types/core-v1.ts'
import type { LabelSelector } from '#server/kinds/types/meta-v1.ts'

/** Returns the columns with names and images of the containers, for wide output. [WL10] */
export function containerColumns<Kind extends ApiObject>(
  template: (object: Kind) => PodTemplateSpec | undefined,
  priority = 1,
): readonly TableColumn[] {
  const list = (object: Kind, field: 'image' | 'name'): string =>
    (template(object)?.spec?.containers ?? []).map((container) => container[field] ?? '').join(',')
  return [
    kindColumn<Kind>('Containers', 'The names of the containers in the template.', (object) => list(object, 'name'), {
      priority,
    }),
    kindColumn<Kind>('Images', 'The images of the containers in the template.', (object) => list(object, 'image'), {
      priority,
    }),
  ]
}

/** Returns the column with the text of the selector, for wide output. */
export const selectorColumn = <Kind extends ApiObject>(
  selector: (object: Kind) => LabelSelector | undefined,
): TableColumn =>
  kindColumn<Kind>('Selector', 'The label selector of the pods.', (object) => selectorCell(selector(object)), {
    priority: 1,
  })

function selectorCell(selector: LabelSelector | undefined): string {
  if (!isUsable(selector)) return '<error>'
  const text = selectorText(selector)
  return text === '' ? '<none>' : text
}

/** Formats labels for a cell. */
export function labelsCell(labels: { readonly [key: string]: string } | undefined): string {
  const text = labelsText(labels)
  return text === '' ? '<none>' : text
}
