import { useCallback } from 'react';
import { useParams } from 'react-router';
import { usePlugins } from '../../api/plugins';
import { DEFAULT_STATUS, isReportStatus, isReportType, summaryPath, type ReportRow } from '../../reports/model';
import { SummaryReport } from '../../reports/SummaryReport';
import { useMe } from '../../session/store';
import { addressOf } from '../../tickets/address';
import { Redirect } from '../Redirect';

/** The summary of a type and a status; what an address names that is none leads to one that is. */
export function Screen() {
  const { type, status } = useParams();
  const me = useMe();
  const plugins = usePlugins((state) => state.plugins);
  const conversationPath = useCallback((row: ReportRow) => addressOf(row, plugins, me), [plugins, me]);
  if (!isReportType(type)) return <Redirect to={summaryPath('ticket', DEFAULT_STATUS)} />;
  if (!isReportStatus(status)) return <Redirect to={summaryPath(type, DEFAULT_STATUS)} />;
  return <SummaryReport type={type} status={status} conversationPath={conversationPath} />;
}
