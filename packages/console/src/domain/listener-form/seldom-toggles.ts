import type { Condition, Field } from '#kit/form/field.ts'

/** Creates the switches among the advanced settings of a group: `tcp_options`. */
export const seldomToggles =
  (group: string, when: readonly Condition[] = []) =>
  (name: string, label: string, note: string, isOn: boolean): Field => ({
    kind: 'toggle',
    path: `${group}.${name}`,
    label,
    note,
    default: isOn,
    isAdvanced: true,
    when,
  })
