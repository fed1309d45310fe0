-- Where the credentials of a business may be sent. It is null until a worker has used those that an
-- earlier program sealed: they are not bound to it.
ALTER TABLE accesses ADD COLUMN destination TEXT;
