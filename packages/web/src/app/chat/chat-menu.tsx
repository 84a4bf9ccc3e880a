import { ChartNoAxesColumn, Eye } from 'lucide-react';
import { revealPath } from '../../lib/paths.ts';
import { MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { PersonMenuButton, SafetyItems } from '../person/person-menu.tsx';
import type { PersonSafety } from '../person/use-person-safety.tsx';

export interface ChatMenuProps {
  matchId: string;
  name: string;
  safety: PersonSafety;
  /** Opens the insights. */
  onInsights: () => void;
}

/** The actions of a conversation: reveal, insights, unmatch, block, report. */
export function ChatMenu({ matchId, name, safety, onInsights }: ChatMenuProps) {
  return (
    <PersonMenuButton name={name} safety={safety}>
      <MenuLink to={revealPath(matchId)} icon={<Eye aria-hidden className="size-4" />}>
        Reveal
      </MenuLink>
      <MenuItem icon={<ChartNoAxesColumn aria-hidden className="size-4" />} onClick={onInsights}>
        Insights
      </MenuItem>
      <MenuSeparator />
      <SafetyItems safety={safety} matchId={matchId} />
    </PersonMenuButton>
  );
}
