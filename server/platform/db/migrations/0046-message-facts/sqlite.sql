-- What a delivery of M-Pesa says: the receipt, whole shillings, and M-Pesa's time unless it is a day ahead.
alter table mpesa_messages add column receipt text;
alter table mpesa_messages add column amount integer;
alter table mpesa_messages add column paid_at text;

create index mpesa_messages_receipt on mpesa_messages (receipt) where receipt is not null;
