/** What the service says of a change of many devices, and the same in French; see `refusals-fr.ts`. */
export const fieldsFr: Record<string, string> = {
  'options are replaced as a whole, never merged: {n} devices lose some that are not said again':
    'les options sont remplacées en bloc, jamais fusionnées : {n} équipements en perdent qui ne sont pas redites',
  'nothing is changed while one of the devices is refused': 'rien n’est changé tant qu’un des équipements est refusé',
}
