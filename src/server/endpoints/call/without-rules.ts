import type { Strategy } from '#server/registry/strategy.ts'

/** Returns the strategy of writes by actions and admission plugins, which are responsible for them: only names and metadata are validated. */
export const withoutRules = ({ validateName, defaultPropagation, gracePeriodSeconds }: Strategy): Strategy => ({
  validateName,
  ...(defaultPropagation === undefined ? {} : { defaultPropagation }),
  ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
  validate: () => [],
  validateUpdate: () => [],
})
