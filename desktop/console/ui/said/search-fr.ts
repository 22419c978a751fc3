/** Why a pattern cannot be searched by, and the same in French; see `refusals-fr.ts`. */
export const searchFr: Record<string, string> = {
  'repetitions within repetitions make it too large': 'des répétitions dans des répétitions le rendent trop grand',
  'it is empty': 'il est vide',
  'lines are searched one by one: it may hold no line end':
    'la recherche se fait ligne par ligne : il ne peut pas contenir de fin de ligne',
  'it holds half of a character': 'il contient la moitié d’un caractère',
  'a ) at character {n} closes nothing': 'une ) au caractère {n} ne ferme rien',
  'nothing to repeat at character {n}': 'rien à répéter au caractère {n}',
  '{range} counts down': '{range} compte à rebours',
  'a repetition may count to {n}': 'une répétition peut compter jusqu’à {n}',
  'looking ahead or behind cannot be searched in bounded time':
    'regarder devant ou derrière ne peut pas se chercher en un temps borné',
  'the group at character {n} is of no known kind': 'le groupe au caractère {n} est d’une sorte inconnue',
  'groups may be {n} deep': 'les groupes peuvent avoir {n} niveaux',
  'the group at character {n} is not closed': 'le groupe au caractère {n} n’est pas fermé',
  'ends in a backslash': 'il finit par une barre oblique inverse',
  'a reference to a group cannot be searched in bounded time':
    'une référence à un groupe ne peut pas se chercher en un temps borné',
  '\\{char} at character {n} has no meaning here': '\\{char} au caractère {n} n’a pas de sens ici',
  'a range of the class at character {n} counts down': 'un intervalle de la classe au caractère {n} va à rebours',
  'the class at character {n} is not closed': 'la classe au caractère {n} n’est pas fermée',
}
