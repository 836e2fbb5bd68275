// breaks: evaluation-boundary
export const evaluatesAlone = (runStatement: () => unknown) => runStatement()
