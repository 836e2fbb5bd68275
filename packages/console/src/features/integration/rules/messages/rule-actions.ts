/** The states of the actions of a rule. */
export const ruleActions = {
  down: 'Action not connected',
  downText: (names: string) =>
    `These actions are not connected: ${names}. Results wait in their buffers, or are dropped as the action says.`,
  title: 'Actions that are not connected',
  onNodes: (status: string, nodes: string) => `${status} on ${nodes}`,
}
